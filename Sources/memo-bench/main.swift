print("memo-bench")
