/**
 * Why a server cannot listen, as a line for the operator that names the setting: `PORT` or `HOST`.
 *
 * @param prefix - Of the names of the settings.
 * @returns `undefined` if it is for another reason.
 */
export function listenFailure(
  error: unknown,
  host: string,
  port: number,
  prefix = '',
): string | undefined {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return `${prefix}PORT: ${port} on ${host} is taken; set ${prefix}PORT to another`
    case 'EACCES':
      return `${prefix}PORT: ${port} is not allowed for this user; set ${prefix}PORT to one above 1023`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${prefix}HOST: ${host} is no address of this machine; correct it, or remove it`
    default:
      return undefined
  }
}
