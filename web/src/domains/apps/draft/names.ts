export function acronymFrom(name: string, taken: ReadonlySet<string>): string {
  const plain = name
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^A-Z ]+/g, '')
  const words = plain.split(' ').filter((word) => word !== '')
  const letters = words.join('')
  const first = words[0] ?? ''
  const consonants = `${first.slice(0, 1)}${first.slice(1).replace(/[AEIOU]/g, '')}`
  const candidates = [
    words.length > 1 ? words.map((word) => word[0]).join('') : '',
    consonants.slice(0, 3),
    letters.slice(0, 3),
    ...[4, 5, 6].map((length) => letters.slice(0, length)),
    ...[...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter) => `${letters.slice(0, 2) || 'AP'}${letter}`),
  ]
  return candidates.find((one) => /^[A-Z]{2,6}$/.test(one) && !taken.has(one)) ?? ''
}
