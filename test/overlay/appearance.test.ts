import { expect, test } from 'vitest';
import { defaultAppearance, readTheme, withQuery } from '../../src/overlay/appearance.ts';

test('takes the theme, and the address over the theme', () => {
  const theme = readTheme({
    accent: '#112233',
    scale: 1.5,
    position: 'top',
    hidden: ['avatar'],
    label: 'Harbour Night',
  });
  expect(theme).toMatchObject({ accent: '#112233', scale: 1.5, position: 'top', hidden: ['avatar'] });
  expect(withQuery(theme, '?accent=f00&position=bottom-right&hide=media,handle&safe=3&font=Georgia')).toMatchObject({
    ...{ accent: '#f00', position: 'bottom-right', hidden: ['handle', 'media'], safe: 3, font: 'Georgia' },
    ...{ scale: 1.5, label: 'Harbour Night' },
  });
  expect(withQuery(theme, '')).toEqual(theme);
});

test('leaves out what is not valid', () => {
  for (const theme of [null, 3, 'text', [], { accent: 'url(x)', scale: 9, safe: -1, font: '"; x', position: 'left' }])
    expect(readTheme(theme)).toEqual(defaultAppearance);
  expect(withQuery(defaultAppearance, '?accent=red;x&scale=0&safe=x&hide=everything')).toEqual(defaultAppearance);
});

test('takes an empty option for none, and no characters that are unsafe to draw', () => {
  const theme = readTheme({ safe: 7, scale: 1.5, label: 'Harbour' });
  expect(withQuery(theme, '?safe=&scale=&label=')).toEqual(theme);
  expect(withQuery(theme, '?label=%00Ha%E2%80%AErbour%20Night%01').label).toBe('Harbour Night');
});
