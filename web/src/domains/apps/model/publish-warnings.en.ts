/** What publishing asks about first. */
export const publishWarningsEn = {
  title: 'Publish with warnings?',
  test: 'The test “{{name}}” fails',
  testRole: 'The role of the test “{{name}}” doesn’t exist',
  rule: 'A rule names a role that doesn’t exist: {{name}}',
  layout: 'The layout “{{name}}” names a role that doesn’t exist',
  field: 'The field “{{name}}” assigns by an on-call schedule that doesn’t exist',
  more_one: '{{count}} more difference',
  more_other: '{{count}} more differences',
  show: 'Show',
  showOne: 'Show {{name}}',
  publish: 'Publish with warnings',
}
