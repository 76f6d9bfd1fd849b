/** An answer, or what there is instead when it is not there in time: an error, unless something else is given. */
export async function within<Value>(
  milliseconds: number,
  answer: Promise<Value>,
  instead = (): Value => {
    throw new Error(`no answer in ${milliseconds} ms`)
  },
): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  try {
    return await Promise.race([answer, late.then(instead)])
  } finally {
    clearTimeout(timer)
  }
}
