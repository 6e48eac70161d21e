"""The static edition: the whole book as plain files, its engine in the reader's browser, no server of ours."""
