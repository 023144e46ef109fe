export const presenceEn = {
  label: 'Also viewing',
  viewing: '{{name}} is viewing this record',
  editing: '{{name}} is editing {{field}}',
  more_one: '{{count}} more',
  more_other: '{{count}} more',
  typing: '{{name}} is editing',
  own: 'You, in another window',
}
