/** A promise that the test resolves, or waits for. */
export function gate() {
  let open!: () => void
  const passed = new Promise<void>((resolve) => (open = resolve))
  return { passed, open }
}
