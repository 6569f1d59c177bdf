"""Scripts that train the weights of this layer; run by hand, never by the application."""
