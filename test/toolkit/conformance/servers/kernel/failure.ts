export class Failure extends Error {
  readonly status: number
  readonly kind: number
  readonly headers: Readonly<Record<string, string>>
  readonly pointer: string | undefined

  constructor(
    status: number,
    message: string,
    more: { kind?: number; headers?: Record<string, string>; pointer?: string } = {},
  ) {
    super(message)
    this.status = status
    this.kind = more.kind ?? 0
    this.headers = more.headers ?? {}
    this.pointer = more.pointer
  }
}
