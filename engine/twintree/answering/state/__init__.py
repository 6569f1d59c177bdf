"""Answers under control: a typed query state that roles propose to and a controller commits (StateRAG §3)."""
