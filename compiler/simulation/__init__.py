"""What simulated rounds have shown, for people: tables and plots, and a page of them."""
