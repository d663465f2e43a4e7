import { analyse, hasCjk } from './analyse.js';
import { GramReader } from './grams.js';

const terms = (text: string) =>
  analyse(text)
    .filter(({ joined }) => !joined)
    .map(({ term }) => term);

const joined = (text: string) =>
  analyse(text)
    .filter((token) => token.joined)
    .map(({ word }) => word);

describe('the analysis of a text', () => {
  it.each([
    ['camel case', 'createSupportTicket', ['creat', 'support', 'ticket']],
    ['Pascal case with an abbreviation', 'PDFExportJob', ['pdf', 'export', 'job']],
    ['snake case', 'create_support_ticket', ['creat', 'support', 'ticket']],
    ['kebab case and dots', 'support.pre-paid', ['support', 'pre', 'paid']],
    ['letters beside digits', 'utf8 base64Decode', ['utf', '8', 'base', '64', 'decod']],
    ['accents', 'Café Müller, naïve', ['cafe', 'muller', 'naiv']],
    ['compatibility forms', 'Ｔｉｃｋｅｔ ﬁle', ['ticket', 'file']],
    ['inflections', 'tickets ticketing invoices', ['ticket', 'ticket', 'invoic']],
    ['requests', 'Could you please help me find a hotel?', ['find', 'hotel']],
    ['nothing but stop words', 'I would like to', []],
    [
      'abbreviations beside digits',
      'createHTTPRoute2 X509Key',
      ['creat', 'http', 'rout', '2', 'x', '509', 'key'],
    ],
    ['nothing', '', []],
  ])('takes apart %s', (_what, text, expected) => {
    expect(terms(text)).toEqual(expected);
  });

  it('reads Chinese as characters and pairs, without a dictionary', () => {
    expect(terms('创建工单')).toEqual(['创', '创建', '建', '建工', '工', '工单', '单']);
    expect(terms('查询GPS位置')).toEqual(['查', '查询', '询', 'gps', '位', '位置', '置']);
    expect(hasCjk('위치')).toBe(true);
    expect(hasCjk('Ж ü')).toBe(false);
  });

  it('keeps kana and Hangul whole while it strips accents', () => {
    expect(terms('ガ')).toEqual(['ガ']);
    expect(terms('한')).toEqual(['한']);
  });

  it('also reads the neighbours in an identifier as one word', () => {
    expect(joined('GitHub wi-fi mp3')).toEqual(['github', 'wifi', 'mp3']);
    expect(joined('git hub')).toEqual([]);
  });

  it('reads ASCII beside other scripts as it does alone', () => {
    const text = 'createHTTPRoute2 wi-fi_mp3, get_the.PDFExport99a';
    expect(analyse(`é ${text} 工`).slice(1, -1)).toEqual(analyse(text));
    expect(analyse(`é${text}é`).map(({ term }) => term)).toEqual(
      expect.arrayContaining(['http', 'wifi']),
    );
  });

  it('says the same again of what it remembers', () => {
    expect(analyse('GitHub issues')).toEqual(analyse('GitHub issues'));
  });
});

describe('the character channel', () => {
  it('reads the words that carry meaning as they are written, and no CJK', () => {
    const gramsOf = (text: string): number[] => {
      const grams: number[] = [];
      const reader = new GramReader((gram) => grams.push(gram));
      for (const token of analyse(text)) reader.read(token);
      return grams;
    };
    const grams = gramsOf('Please show the wi-fi Tickets 工单');
    expect(grams).toEqual(gramsOf('wi fi tickets'));
    expect(grams).toHaveLength(' wi fi tickets '.length - 3);
    expect(gramsOf('工单')).toEqual([]);
  });
});
