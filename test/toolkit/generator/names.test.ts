import t from 'tap'
import { Diagnostics } from '#toolkit/generator/diagnostics/diagnostics.js'
import { parse } from '#toolkit/generator/load/source.js'
import { UniqueIdentifiers } from '#toolkit/generator/read/schemas/schema-registry.js'
import { camelCase, identifier, pascalCase } from '#toolkit/generator/shared/names.js'

t.test('identifier keeps an identifier and repairs other names', async (t) => {
  const table: [name: string, want: string][] = [
    ['Plant', 'Plant'],
    ['plant', 'plant'],
    ['new-plant', 'newPlant'],
    ['a.b_c$', 'aB_c'],
    ['3d', '_3d'],
    ['Größe', 'Größe'],
    ['植物', '植物'],
    ['string', 'string_'],
    ['class', 'class_'],
    ['*/ x', 'x'],
    ['', '_'],
    ['💥', '_'],
  ]
  for (const [name, want] of table) t.equal(identifier(name), want, JSON.stringify(name))
})

t.test('cases', async (t) => {
  t.equal(pascalCase('list-plants'), 'ListPlants')
  t.equal(pascalCase('createPlant'), 'CreatePlant')
  t.equal(pascalCase('list_plants'), 'ListPlants')
  t.equal(pascalCase('LIST_PLANTS'), 'ListPlants')
  t.equal(pascalCase('DNA'), 'DNA')
  t.equal(pascalCase('v1_0'), 'V1_0')
  t.equal(pascalCase('v1.0'), 'V10')
  t.equal(camelCase('get /plants/{id}'), 'getPlantsId')
  t.equal(camelCase('GET'), 'gET')
})

t.test('names are unique: the first is kept, and the others are reported', async (t) => {
  const names = new UniqueIdentifiers()
  const report = new Diagnostics()
  const source = parse('a.yaml', 'openapi: 3.1.0')
  const take = (name: string, index: number) => {
    const pointer = `#/${index}`
    return names.take(name, { source, pointer, fullPointer: pointer, report })
  }
  t.same(['a b', 'aB', 'AB', 'aB_2', 'ab'].map(take), ['AB', 'AB_2', 'AB_3', 'AB2', 'Ab'])
  t.same(
    report.warnings.map(({ pointer, message }) => `${pointer} ${message}`),
    [
      '#/1 AB in generated code is #/0; this one is AB_2',
      '#/2 AB in generated code is #/0; this one is AB_3',
    ],
  )
})

t.test('a name that is a name of a type already stays, whoever comes first', async (t) => {
  const names = new UniqueIdentifiers()
  const report = new Diagnostics()
  const source = parse('a.yaml', 'openapi: 3.1.0')
  const owner = (pointer: string) => ({ source, pointer, fullPointer: pointer, report })
  names.reserve([
    ['plant', owner('#/1')],
    ['Plant', owner('#/2')],
  ])
  t.equal(names.take('plant', owner('#/1')), 'Plant_2')
  t.equal(names.take('Plant', owner('#/2')), 'Plant')
  t.equal(report.warnings.length, 1)
})
