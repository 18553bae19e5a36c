"""Does a bot keep to the protocol? For authors of bots: `gridduels check-bot COMMAND` shows what comes out here.

`candidate` is the bot that is checked, `checks` what every bot must do and the order of it all, `second_version` what a
bot of version 2 must do besides, `buffering` why a bot may be silent.
"""

from gridduels.players.bots.conformance.candidate import Candidate, Remark, Verdict
from gridduels.players.bots.conformance.checks import check_bot

__all__ = ["Candidate", "Remark", "Verdict", "check_bot"]
