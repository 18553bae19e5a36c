# One server of Grid Duels; compose.yaml starts a site of two. Build: docker build -t gridduels .
FROM python:3.13-slim AS build
COPY . /source
RUN python -m venv /opt/gridduels && /opt/gridduels/bin/pip install --no-cache-dir "/source[engine,postgres]"

FROM python:3.13-slim
COPY --from=build /opt/gridduels /opt/gridduels
RUN useradd --create-home --uid 1000 gridduels
USER gridduels
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=5s --start-period=20s \
    CMD ["/opt/gridduels/bin/python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/health')"]
ENTRYPOINT ["/opt/gridduels/bin/gridduels", "serve", "--host", "0.0.0.0", "--port", "8000", "--log-format", "json"]
