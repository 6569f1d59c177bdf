"""The reader: papers page by page, with the cited words lit."""
