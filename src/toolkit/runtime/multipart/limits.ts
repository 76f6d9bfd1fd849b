/** Limits for `multipart` bodies, beside the limit of all bodies. */
export interface MultipartLimits {
  /**
   * Most bytes of files that wait in memory until all parts have arrived.
   *
   * @defaultValue 1 MiB
   */
  readonly memory: number
  /**
   * Most bytes of a part that is not a file.
   *
   * @defaultValue 1 MiB
   */
  readonly fieldSize: number
  /**
   * Most parts.
   *
   * @defaultValue 1000
   */
  readonly parts: number
  /**
   * Most bytes of the headers of a part, up to 65536.
   *
   * @defaultValue 16384
   */
  readonly headerSize: number
}

export const MULTIPART_LIMITS: MultipartLimits = {
  memory: 1_048_576,
  fieldSize: 1_048_576,
  parts: 1_000,
  headerSize: 16_384,
}
