import type { Mutant } from './mutants.js'

/**
 * Mutants that no test can notice, by the reason. Each is named by the file, the operator and the
 * line of the compiled program, as a run prints it.
 */
const REASONS: Readonly<Record<string, readonly string[]>> = {
  'two names are told apart, whichever is which': [
    'src/toolkit/validation/unique.ts negation: yield «Array.isArray(value)» ? ARRAY : OBJECT;',
  ],
  'it is told apart from other conditions, and never printed': [
    "src/toolkit/generator/emit/validators/conditions.ts object: export const TRUE = «{ pass: new Code('true'), fail: new Code('false') }»;",
    "src/toolkit/generator/emit/validators/conditions.ts object: export const FALSE = «{ pass: new Code('false'), fail: new Code('true') }»;",
    "src/toolkit/generator/emit/validators/conditions.ts text: export const FALSE = { pass: new Code(«'false'»), fail: new Code('true') };",
    "src/toolkit/generator/emit/validators/conditions.ts text: export const FALSE = { pass: new Code('false'), fail: new Code(«'true'») };",
    "src/toolkit/generator/emit/validators/conditions.ts text: export const TRUE = { pass: new Code(«'true'»), fail: new Code('false') };",
    "src/toolkit/generator/emit/validators/conditions.ts text: export const TRUE = { pass: new Code('true'), fail: new Code(«'false'») };",
  ],
  'only the sign of what a comparison gives counts, and no two names are the same': [
    'src/toolkit/generator/shared/names.ts boundary: return [...items].sort((one, other) => («nameOf(one) < nameOf(other)» ? -1 : 1));',
    'src/toolkit/generator/shared/names.ts constant: return [...items].sort((one, other) => (nameOf(one) < nameOf(other) ? -«1» : 1));',
    'src/toolkit/generator/shared/names.ts constant: return [...items].sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : «1»));',
  ],
  'one more or less of so many makes no difference': [
    'src/toolkit/generator/load/value-limits.ts boundary: if («size <= MAX_VALUES» || size <= MAX_MULTIPLE * this.#written)',
    'src/toolkit/generator/read/operations/media-kind.ts boundary: const cursor = «depth < MAX_DEPTH» ? resolve(part.quiet()) : undefined;',
    'src/toolkit/regex/linear/machine.ts boundary: if («this.#steps > MOST_REMEMBERED» || !Number.isSafeInteger(key))',
    'src/toolkit/regex/linear/machine.ts boundary: if («this.#work > MOST_WORK»)',
    'src/toolkit/regex/linear/machine.ts constant: #work = «0»;',
    'src/toolkit/regex/linear/machine.ts constant: #steps = «0»;',
    'src/toolkit/regex/analysis/path-counts.ts constant: export const MOST_PATHS = «64»;',
    'src/toolkit/cli/project/changes.ts constant: const SETTLED = «50»;',
    'src/toolkit/cli/project/changes.ts constant: const { seen, look, signal, watch = watchPaths, interval = «1000» } = wait;',
    'src/toolkit/cli/init/spec-folder.ts constant: const START = 64 * «2» ** 10;',
    'src/toolkit/cli/init/spec-folder.ts constant: const START = «64» * 2 ** 10;',
    'src/toolkit/cli/init/spec-folder.ts constant: const START = 64 * 2 ** «10»;',
  ],
  'beyond the end there is no character to refuse': [
    'src/toolkit/runtime/json/scalars.ts boundary: for (let at = 0; «at < text.length»; at++) {',
  ],
  'two numbers hold a digit more than they need': [
    'src/toolkit/runtime/json/short-integer.ts constant: const LOW = «9»;',
  ],
  'no URI begins with a bracket': [
    'src/toolkit/validation/uri-formats.ts boundary: if («start < 0»)',
  ],
  'of a pattern that may take long there are two ways at least': [
    'src/toolkit/regex/analysis/time-estimate.ts constant: return { growth: { ...growth, degree }, paths: degree > 1 ? pathsOf(graph, context.symbols) : «1» };',
  ],
  'the long way comes to the same': [
    "src/toolkit/generator/emit/emit-document.ts text: if (value === null || typeof value !== «'object'»)",
    'src/toolkit/openapi/schema/conjuncts.ts early exit: «if (schema.$ref === undefined && schema.allOf === undefined) return [schema];»',
    'src/toolkit/runtime/conversions/int64-places.ts statement: «this.#named.set(name, places);»',
    'src/toolkit/runtime/json/parse.ts arithmetic: if (hasExponent || «at - start» > FEW)',
    'src/toolkit/runtime/json/parse.ts boundary: if (hasExponent || «at - start > FEW»)',
    "src/toolkit/runtime/json/marked-numbers.ts return value: «return marked.toString('utf8');»",
    'src/toolkit/runtime/json/marked-numbers.ts constant: const [start, end] = [numbers[index], numbers[index + «1»]];',
    'src/toolkit/runtime/json/marked-numbers.ts return value: «return length > LONG || count < 10 ** (length - UNIT_CODES.length);»',
    'src/toolkit/runtime/json/scalars.ts negation: if («text.length > SHORT»)',
    'src/toolkit/runtime/json/scalars.ts logical: if (unit < 0x20 || unit === 0x22 || unit === 0x5c || («unit >= 0xd800 && unit <= 0xdfff»)) {',
    'src/toolkit/validation/strings.ts early exit: «if (text.length <= limit) return false;»',
    'src/toolkit/runtime/response/unnamed-members.ts statement: «this.isAny = false;»',
    "src/toolkit/samples/choices.ts text: if (typeof schema === «'boolean'»)",
    'src/toolkit/openapi/route.ts early exit: «if (!/::|\\(/.test(url)) return url.replace(/:\\w*/g, PARAMETER);»',
    "src/toolkit/runtime/parameters/url-encoding.ts text: return text.includes(«'%'») ? fromPercents(text) : text;",
  ],
  'whoever prints anything prints it so': [
    "src/toolkit/runtime/json/serializers.ts text: const isNumber = typeof value === «'number'» || typeof value === 'bigint';",
    "src/toolkit/runtime/json/serializers.ts text: const isNumber = typeof value === 'number' || typeof value === «'bigint'»;",
    "src/toolkit/runtime/json/serializers.ts text: return typeof value === «'boolean'» ? String(value) : any(value, mode);",
  ],
  'of a union of which one branch holds nothing is said': [
    'src/toolkit/validation/explain/applicators.ts return value: const isAny = branches.some(([, each]) => «holds(each, place)»);',
  ],
  'nothing is refused by it, so nobody asks what it is called': [
    "src/toolkit/runtime/request/parameters.ts text: const NO_PARAMETERS = { schema: «''», validate: () => true, parameters: [] };",
  ],
  'no router takes less': [
    'src/toolkit/runtime/routing/param-length.ts constant: const refused = routes.flatMap(({ operationId, paramLength = «0» }) => paramLength > maxParamLength ? [[operationId, paramLength]] : []);',
  ],
  'of what is closed nobody asks how much is left': [
    'src/toolkit/runtime/connections/responses.ts constant: while (this.all.length > «0»)',
  ],
  'what is more than enough may be a little more': [
    'src/toolkit/runtime/multipart/parts.ts constant: const LIBRARY_HEADER_SIZE = «80» * 1024;',
    'src/toolkit/validation/numbers.ts boundary: return «distance < 1e-6» || isNearest(number, BigInt(nearest), factor);',
    'src/toolkit/runtime/connections/closing.ts boundary: while («quiet++ < 2» && performance.now() < end)',
  ],
  'no clock is read at the very moment': [
    'src/toolkit/runtime/connections/closing.ts boundary: while (quiet++ < 2 && «performance.now() < end»)',
  ],
  'it is there only since the compiler cannot know that nothing else can be': [
    "src/toolkit/openapi/schema/references.ts text: if (typeof schema === «'boolean'»)",
    "src/toolkit/validation/numbers.ts text: const [digits = «''», exponent] = factor.toExponential().split('e');",
  ],
  'the schema true describes as little as false': [
    'src/toolkit/generator/emit/serializers/serializer-of.ts constant: const inside = (each = «true», ...keys) => serializerOf(each, within(place, ...keys));',
  ],
  'who has left a component never comes back': [
    'src/toolkit/regex/analysis/ambiguity.ts method: const others = «stepsFrom(graph, other).filter(({ to }) => inside(to))»;',
  ],
  'of a word without letters nothing is near': [
    'src/toolkit/cli/arguments/suggestions.ts constant: let last = Array.from({ length: other.length + «1» }, (_, at) => at);',
  ],
  'a target begins with a slash, or is refused before it is logged': [
    'src/server/redaction.ts constant: return (query < «0» ? url : url.slice(0, query)).slice(0, 512);',
  ],
}

/** The name of a mutant in the list. */
export function nameOf({ source, operator, line }: Mutant): string {
  return `${source} ${operator}: ${line}`
}

const reasons = new Map(
  Object.entries(REASONS).flatMap(([why, names]) => names.map((name) => [name, why] as const)),
)

/** True if there is a reason why no test notices the mutant. */
export function isEquivalent(mutant: Mutant): boolean {
  return reasons.has(nameOf(mutant))
}

/** Names in the list that no mutant has any more. */
export function staleNames(mutants: readonly Mutant[]): string[] {
  const names = new Set(mutants.map(nameOf))
  return [...reasons.keys()].filter((name) => !names.has(name))
}
