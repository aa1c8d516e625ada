# Install rules and packages are written in this file once the binary exists.
