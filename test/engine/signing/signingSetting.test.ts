import { describe, expect, it } from 'vitest';
import { readSettings } from '../../../src/engine/settings/settings.ts';
import { candidateTemplates } from '../../../src/engine/signing/schemes.ts';
import { formatSigning, keyForms, readTemplate } from '../../../src/engine/signing/signature.ts';
import { findSigningFault } from '../../../src/engine/signing/signingSetting.ts';

describe('the signing setting', () => {
  it.each([
    ['body'],
    ['timestamp.body'],
    ['body|digest=base64|prefix='],
    ['{id}.{timestamp}.{body}|key=base64|digest=base64|prefix=v1,'],
    ['v0:{timestamp:s}:{body}|prefix=v0='],
    ['{event}.{timestamp:ms}.{body}|key=hex'],
  ])('accepts %s', (signing) => {
    expect(findSigningFault(signing)).toBeNull();
  });

  it('accepts everything that detection can find', () => {
    const refused = candidateTemplates.flatMap((template) =>
      keyForms.flatMap((key) =>
        (['hex', 'base64'] as const).flatMap((digest) => {
          const signing = formatSigning({ parts: readTemplate(template), key, digest, prefix: 'v1,' });
          return findSigningFault(signing) === null ? [] : [signing];
        }),
      ),
    );
    expect(refused).toEqual([]);
  });

  it.each([
    ['{timestmp}.{body}', 'must not contain {timestmp}. Valid fields: {body}, {timestamp}, '],
    ['{timestamp:min}.{body}', 'must not contain {timestamp:min}'],
    ['{time stamp}.{body}', 'must not contain {time stamp}'],
    ['{timestamp.{body}', 'must not contain an unmatched brace'],
    ['{body:compact}', 'must not contain {body:compact}'],
    ['timestamp', 'must be body, timestamp.body, or a template with {body}'],
    ['{timestamp}', 'must be body, timestamp.body, or a template with {body}'],
    ['', 'must be body, timestamp.body, or a template with {body}'],
    ['{body}|digets=base64', 'must not contain digets=base64. Only key=, digest= and prefix= can follow a |'],
    ['{body}|base64', 'must not contain base64. Only key=,'],
    ['{body}|', 'must not contain an empty option. Only key=,'],
    ['body|digest=base46', 'must not contain digest=base46. Valid values of digest: hex, base64'],
    ['{body}|key=hexx', 'must not contain key=hexx. Valid values of key: text, hex, base64'],
    ['{body}|digest=hex|digest=base64', 'must not contain digest= twice'],
  ])('refuses %j, and says why', (signing, message) => {
    expect(findSigningFault(signing)).toContain(message);
    const { faults } = readSettings({ source: { push: { signing } } });
    expect(faults?.[0]?.path).toBe('$.source.push.signing');
    expect(faults?.[0]?.message).toContain(message);
    expect(faults).toHaveLength(1);
  });
});
