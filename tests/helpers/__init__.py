"""What several tests share: mechanisms, oracles, peers, texts of files."""
