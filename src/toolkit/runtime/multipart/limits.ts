/** How much of a `multipart` body is taken, beside the limit that every body has. */
export interface MultipartLimits {
  /**
   * How many bytes of files may wait in memory until all parts have arrived.
   *
   * @defaultValue 1 MiB
   */
  readonly memory: number
  /**
   * How many bytes a part that is no file may have.
   *
   * @defaultValue 1 MiB
   */
  readonly fieldSize: number
  /**
   * How many parts there may be.
   *
   * @defaultValue 1000
   */
  readonly parts: number
  /**
   * How many bytes the headers of a part may have, up to 65536.
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
