import { describe, expect, it } from 'vitest';
import { colourFrom, css } from './colour';

describe('the colour of a game without colours', () => {
  it('has the hue that was named, dark by day and light by night', () => {
    expect(colourFrom('#4f7a2c', 'pond')).toEqual({
      day: 'oklch(0.45 0.118 133)',
      night: 'oklch(0.8 0.118 133)',
    });
    expect(colourFrom('#ffff00', 'pond').day).toMatch(/^oklch\(0.45 0.120 110\)$/);
    expect(colourFrom('#ff0000', 'pond').day).toBe('oklch(0.45 0.120 29)');
    expect(colourFrom('#808080', 'pond').day).toMatch(/^oklch\(0.45 0.000 /);
  });

  it('goes by its name where none was named, or nonsense', () => {
    expect(colourFrom('', 'pond')).toEqual(colourFrom('', 'pond'));
    expect(colourFrom('', 'pond')).not.toEqual(colourFrom('', 'dash'));
    expect(colourFrom('red; } body { display: none', 'pond')).toEqual(colourFrom('', 'pond'));
  });

  it('is given for both lights at once', () => {
    expect(css({ day: '#111111', night: '#eeeeee' })).toBe('light-dark(#111111, #eeeeee)');
  });
});
