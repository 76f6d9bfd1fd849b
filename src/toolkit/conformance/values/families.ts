/** Words that stand together in lists of choices: who takes a part of them may take one more. */
const FAMILIES: readonly (readonly string[])[] = [
  'EUR USD GBP CHF JPY CNY CAD AUD SEK',
  'DE AT CH FR GB US IT ES NL',
  'en de fr es it nl pt zh',
  'xs s m l xl xxl',
  'small medium large tiny huge',
  'low medium high critical urgent normal none',
  'draft published archived deleted',
  'open closed pending done cancelled',
  'active inactive suspended disabled blocked deleted',
  'new processing paid shipped delivered cancelled returned refunded',
  'queued running succeeded failed cancelled paused',
  'pending approved rejected expired withdrawn',
  'available reserved sold unavailable',
  'todo doing done blocked',
  'admin owner editor member viewer guest user',
  'public private internal protected hidden',
  'card cash transfer invoice paypal cheque',
  'asc desc random',
  'day week month year hour quarter',
  'monday tuesday wednesday thursday friday saturday sunday',
  'mon tue wed thu fri sat sun',
  'spring summer autumn winter',
  'north south east west',
  'left right center top bottom',
  'red green blue yellow white black orange purple',
  'shade sun partial',
  'low moderate high',
  'info debug warning error fatal',
  'email sms push post phone',
  'male female other unknown diverse',
  'single double twin suite family',
  'cat dog bird fish rabbit',
  'tree shrub flower herb grass vine cactus fern moss succulent',
  'novel comic poetry biography science history children cooking',
  'g kg lb oz t mg',
  'mm cm m km in ft',
  'json xml csv pdf html',
  'png jpeg gif webp svg',
  'car bike bus train plane truck',
  'true false unknown',
].map((words) => words.split(' '))

/** Fewest words of a list that a family has, where the list has more than one. */
const FEWEST = 2

/**
 * Words that could stand in a list as well: those of the families of its words, written as these are.
 *
 * @param listed - The values of an `enum`.
 * @returns Up to three words of each family.
 */
export function relatives(listed: readonly unknown[]): readonly string[] {
  const texts = listed.filter((each) => typeof each === 'string')
  const plain = new Set(texts.map((each) => each.toLowerCase()))
  const least = plain.size === 1 ? 1 : FEWEST
  const written = writerOf(texts)
  const found = FAMILIES.flatMap((family) => {
    const words = family.map((each) => each.toLowerCase())
    if (words.filter((each) => plain.has(each)).length < least) return []
    return words.filter((each) => !plain.has(each)).slice(0, 3)
  })
  return [...new Set(found)].map(written)
}

/** How the texts are written: all in capitals, with a capital at the start, or small. */
function writerOf(texts: readonly string[]): (word: string) => string {
  if (texts.every((each) => each === each.toUpperCase())) return (word) => word.toUpperCase()
  if (texts.every((each) => /^[A-Z]/.test(each)))
    return (word) => word.slice(0, 1).toUpperCase() + word.slice(1)
  return (word) => word
}
