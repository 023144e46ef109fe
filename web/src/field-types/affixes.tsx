/** Text before and after a value, next to the input. */
export function affixes({ prefix, suffix }: { prefix?: string | undefined; suffix?: string | undefined }) {
  const width = (text: string) => 16 + 8 * text.length
  return {
    ...(prefix === undefined
      ? {}
      : { leftSection: <span aria-hidden>{prefix}</span>, leftSectionWidth: width(prefix) }),
    ...(suffix === undefined
      ? {}
      : { rightSection: <span aria-hidden>{suffix}</span>, rightSectionWidth: width(suffix) }),
  }
}
