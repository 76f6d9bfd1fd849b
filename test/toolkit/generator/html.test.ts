import t from 'tap'
import { withoutHtml } from '#toolkit/generator/print/prose.js'
import { ends } from '../../helpers/ends.js'

t.test('the HTML of a description as Markdown', async (t) => {
  const table: [name: string, given: string, want: string][] = [
    ['no tag', 'a < b > c', 'a < b > c'],
    ['paragraphs', '<p>a</p>\n\n<P class="x">b\nc</P><div>d</div>', 'a\n\nb\nc\n\nd'],
    ['lines', 'a<br>b<br/> c', 'a\n\nb\n\nc'],
    ['code', '<p><code>x &lt; `y` &amp;</code></p>', "`x < 'y' &`"],
    ['signs in code', '<code>&lt;a b=&quot;c&#39;d&quot;&gt;</code>', '`<a b="c\'d">`'],
    ['code in code', 'a <code>b<code>c</code></code>', 'a b`c`'],
    ['tags in code', '<code>a.<i>b</i> <a href="x">c</a></code>', '`a.b c`'],
    ['emphasis', '<b>a</b> <strong>b</strong> <i>c</i> <em>d</em>', '**a** **b** *c* *d*'],
    ['a heading', '<h2>Title</h2> text', '**Title**\n\ntext'],
    ['a link', '<a href="/a (b)" target=x>t <b>u</b></a>', '[t **u**](/a%20%28b%29)'],
    ['a link without quotes', '<a href=#a>t</a>', '[t](#a)'],
    ['what is no link', '<a name="x">t</a></a>', 't'],
    ['a list', '<p>a</p> <ul> <li> <p>b</p> </li> <li>c</li> </ul> d', 'a\n- b\n- c\n\nd'],
    ['two paragraphs of an item', '<ul><li>b<p>c</p></li></ul>', '- b\n\nc'],
    ['what says nothing', '<p><span class="x">a</span></p>', 'a'],
    ['what is unknown', '<p>a<note>b</note></p>', 'a<note>b</note>'],
    ['code of Markdown', '<p>`<p>`</p>\n```\n<p>\n```', '`<p>`\n\n```\n<p>\n```'],
    ['a table', '<p>a</p>\n| a<br>b |', 'a\n\n| a<br>b |'],
  ]
  for (const [name, given, want] of table) t.equal(withoutHtml(given), want, name)
})

t.test('a long text takes no longer than its length', async (t) => {
  for (const part of '<p@<a href="@<a>@`@<@&lt;@<code>@<li> @<p> @<h1>'.split('@')) {
    const converted = ends(() => withoutHtml(`<p>${part.repeat(1_000_000)}`))
    t.type(converted, 'string', JSON.stringify(part))
  }
})
