/** A promise, and what resolves it. */
export interface Gate {
  readonly passed: Promise<void>
  readonly open: () => void
}

/** A promise that the test resolves, or waits for. */
export function gate(): Gate {
  let open!: () => void
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { passed, open }
}
