import { describe, expect, it } from 'vitest';
import { blocks, spans } from './markdown';

describe('a rule’s text', () => {
  it('joins broken lines and keeps paragraphs apart', () => {
    const found = blocks('One\nline.\n\nTwo.');
    expect(found.map((block) => block.kind === 'text' && block.spans[0].text)).toEqual(['One line.', 'Two.']);
  });

  it('finds strong, soft and literal words', () => {
    expect(spans('a **b** *c* `d`').map((span) => span.kind)).toEqual([
      'text',
      'strong',
      'text',
      'em',
      'text',
      'code',
    ]);
  });

  it('finds the rules that are named', () => {
    expect(
      spans('as in PR-11, PP-A3.')
        .filter((span) => span.kind === 'rule')
        .map((span) => span.text),
    ).toEqual(['PR-11', 'PP-A3']);
  });

  it('never makes markup of what it reads', () => {
    expect(spans('<img src=x>')).toEqual([{ kind: 'text', text: '<img src=x>' }]);
  });

  it('reads lists, and tables', () => {
    const [list, table] = blocks('- a\n  more\n- b\n\n| x | y |\n|---|---|\n| 1 | 2 |');
    expect(list).toMatchObject({ kind: 'list', items: [[{ text: 'a more' }], [{ text: 'b' }]] });
    expect(table).toMatchObject({ kind: 'table', rows: [[[{ text: '1' }], [{ text: '2' }]]] });
  });
});
