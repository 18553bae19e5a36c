"""How strong the levels are: `measuring` who beats whom."""
