import t from 'tap'
import { Masks } from '#toolkit/conformance/secrets/masks.js'

/** Variables as files have them: `<TOKEN>` is short for one. */
const withVariables = (text: string) => text.replaceAll('<', '$' + '{').replaceAll('>', '}')

const base64 = (text: string) => Buffer.from(text).toString('base64')

t.test('a text has variables in the place of secrets, and gets the secrets back', async (t) => {
  const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2lnbmVk'
  const cases: [secret: string, text: string, masked: string][] = [
    ['s3cret', 'Bearer s3cret', 'Bearer <TOKEN>'],
    ['s3cret', 'Bearer s3cretx', 'Bearer <TOKEN>x'],
    ['s3cret', 'Bearer s3cre', 'Bearer <TOKEN_START>'],
    ['s3cret', 'Bearer a3cret', 'Bearer a<TOKEN_END>'],
    ['s3cret', 'Bearer S3CRET', 'Bearer <TOKEN_SWAPPED>'],
    ['a b/c', '/plants?key=a%20b%2Fc', '/plants?key=<TOKEN_ENCODED>'],
    ['ada:pass word', `Basic ${base64('ada:pass word')}`, 'Basic <BASE64(<TOKEN>)>'],
    ['ada:password', `Basic ${base64('ada:passwor')}`, 'Basic <BASE64(<TOKEN_START>)>'],
    ['ada:password', `Basic ${base64('bob:password')}`, 'Basic <BASE64(bob:<TOKEN_PASSWORD>)>'],
    ['ada:password', `Bearer ${base64('ada:password')}`, 'Bearer <BASE64(<TOKEN>)>'],
    [jwt, 'Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZGEifQ.', 'Bearer <TOKEN_UNSIGNED>.'],
    [jwt, 'Bearer e30.eyJzdWIiOiJhZGEifQ.', 'Bearer e30.<TOKEN_CLAIMS>.'],
    ['s3cret', 'Basic plants', 'Basic plants'],
    ['x', 'Bearer x: the text of an example', 'Bearer <TOKEN>: the text of an example'],
    ['s3cret', withVariables('<name> costs $5'), '<name> costs $5'],
  ]
  for (const [secret, text, short] of cases) {
    const masked = withVariables(short)
    const masks = new Masks({ bearerAuth: secret })
    t.equal(masks.masked(text), masked)
    t.equal(masks.unmasked(masked), text)
  }
})

t.test('several secrets have variables of their own', async (t) => {
  const masks = new Masks({ bearerAuth: 'abcd', 'api-key': 'abcdef' })
  t.equal(masks.masked('abcdef abcd'), withVariables('<API_KEY> <BEARER_AUTH>'))
  t.equal(masks.unmasked(withVariables('<API_KEY> <BEARER_AUTH>')), 'abcdef abcd')
  t.equal(masks.missingIn(withVariables('<API_KEY>')), undefined)
  t.equal(masks.missingIn(withVariables('<API_KEY> <OTHER_KEY>')), 'OTHER_KEY')
})
