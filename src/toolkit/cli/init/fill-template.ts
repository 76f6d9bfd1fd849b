/** The end of a line that is kept where a trait is true, or, with `!`, where it is not. */
const CONDITION = /^(.*?) ?\/\/: (!?)(\w+)$/

/** The text of a template for a project: lines that apply, and values in place of their names in `{{}}`. */
export function fillTemplate(
  text: string,
  traits: Readonly<Record<string, boolean>>,
  values: Readonly<Record<string, string>>,
): string {
  const lines = text.split('\n').flatMap((line) => {
    const [, kept = '', not, trait] = CONDITION.exec(line) ?? []
    if (trait === undefined) return [line]
    return (traits[trait] ?? false) === (not === '') ? [kept] : []
  })
  const filled = lines.join('\n').replace(/\{\{(\w+)\}\}/g, (_all, name) => values[name] as string)
  return filled.replace(/^import \{\n((?: {2}.+,\n)+)\} from (.+)$/gm, shortImport)
}

const WIDTH = 100

/** An import on one line if it fits, as a formatter of code writes it. */
function shortImport(long: string, list: string, module: string): string {
  const names = list.trim().replace(/,$/, '').split(/,\s+/)
  const areTypes = names.every((name) => name.startsWith('type '))
  const own = areTypes ? names.map((name) => name.slice('type '.length)) : names
  const short = `import ${areTypes ? 'type ' : ''}{ ${own.join(', ')} } from ${module}`
  return short.length <= WIDTH ? short : long
}
