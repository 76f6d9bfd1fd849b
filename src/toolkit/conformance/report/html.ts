import { printable } from './printable.js'

/** A text as HTML: what a server answers must not become markup. */
export function escapedHtml(text: string): string {
  return printable(text).replace(/[&<>"']/g, (each) => `&#${each.charCodeAt(0)};`)
}
