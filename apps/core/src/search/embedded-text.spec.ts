import { embeddedText } from './embedded-text.js';
import { document } from './sample-document.js';

describe('what an encoder reads of a tool', () => {
  it('is its name in words, its title and its description', () => {
    expect(embeddedText(document('hr.getSick_leave', 'Days of illness.'))).toBe(
      'hr get Sick leave. Days of illness.',
    );
    expect(embeddedText(document('a.b', 'Does it.', { title: 'It' }))).toBe('a b. It. Does it.');
  });

  it('ends where an encoder would stop reading', () => {
    expect(embeddedText(document('a.b', 'x'.repeat(20_000)))).toHaveLength(1_500);
  });
});
