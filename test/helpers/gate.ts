/** A promise, and what resolves it. */
export interface Gate {
  readonly passed: Promise<void>
  readonly open: () => void
}

/** A gate that the test opens, or waits for until somebody else does. */
export function gate(): Gate {
  let open!: () => void
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { passed, open }
}
