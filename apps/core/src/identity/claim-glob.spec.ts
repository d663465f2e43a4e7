import { bindsFirstPart, fitsGlob } from './claim-glob.js';

describe('a pattern of a claim', () => {
  it.each([
    ['acme/support-tools', 'acme/support-tools'],
    ['refs/tags/*', 'refs/tags/v1.2.0-rc.1+build_7'],
    ['refs/heads/release-*', 'refs/heads/release-2'],
    ['acme/*', 'acme/größe'],
    ['repo:acme/*:ref:refs/tags/*', 'repo:acme/tools:ref:refs/tags/v1'],
    ['refs/heads/**', 'refs/heads/feature/a b'],
    ['*-*', 'a-b-c'],
    ['**/b/**', 'a/b/c/b/d'],
    ['*@acme.example', 'rosa.m+ci@acme.example'],
    ['a.c', 'a.c'],
  ])('%s fits %s', (glob, text) => {
    expect(fitsGlob(glob, text)).toBe(true);
  });

  it.each([
    ['acme/support-tools', 'acme/support-tools2'],
    ['acme/support-tools', 'xacme/support-tools'],
    ['acme/support-tools', 'Acme/support-tools'],
    ['acme/support-tools', 'acme/support-tools\n'],
    ['refs/tags/*', 'refs/tags/'],
    ['refs/tags/*', 'refs/tags/a/b'],
    ['refs/tags/*', 'refs/heads/refs/tags/v1'],
    ['acme/*', 'acme-evil/tools'],
    ['acme/*', 'acme/tools:ref:refs/tags/v1'],
    ['repo:acme/*:ref:refs/heads/main', 'repo:acme/x:environment:a:ref:refs/heads/main'],
    ['*@acme.example', 'rosa@evil.example@acme.example'],
    ['*@acme.example', 'rosa@acme.example.evil.example'],
    ['refs/heads/**', 'refs/heads/a\u0000b'],
    ['refs/heads/**', 'refs/heads/a\nb'],
    ['refs/heads/*', 'refs/heads/a\u200bb'],
    ['a.c', 'abc'],
    ['v[12]', 'v1'],
    ['v?', 'v1'],
    ['*', ''],
  ])('%s does not fit %j', (glob, text) => {
    expect(fitsGlob(glob, text)).toBe(false);
  });

  it('ends, however many wildcards face however long a text', () => {
    const glob = '*a'.repeat(100);
    expect(fitsGlob(glob, 'a'.repeat(2_048))).toBe(true);
    expect(fitsGlob(glob, `${'a'.repeat(2_047)}b`)).toBe(false);
    expect(fitsGlob('**', 'a'.repeat(2_049))).toBe(false);
  });

  it('binds one owner where no wildcard stands before the first slash', () => {
    expect(['acme/*', 'acme', 'repo:acme/*:**'].every(bindsFirstPart)).toBe(true);
    expect(['*/tools', 'acme*', '**', 'repo:**', 'acme-*/x'].some(bindsFirstPart)).toBe(false);
  });
});
