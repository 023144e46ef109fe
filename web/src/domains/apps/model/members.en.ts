/** Texts of the members of an app: what each of them can do and see. */
export const membersEn = {
  rights: {
    sharing: 'Sharing',
    sharingText:
      'Who can see the app’s records, work with them, and build the app. Role permissions still apply.',
    who: 'Who can see this app',
    open: 'Everyone whose role has permission',
    stay: 'You always keep permission to edit an app you publish.',
    levels: { read: 'Can view', use: 'Can view and edit', manage: 'Can also build' },
    fields: 'Fields with their own permissions',
    fieldsText: 'All other fields inherit the record’s permissions.',
    none: 'No fields have their own permissions.',
    read: 'Readable by {{roles}}',
    write: 'Editable by {{roles}}',
  },
  members: {
    title: 'Who can do what',
    text: 'The permissions of each role, as this draft has it: sharing, fields, and the layout of each. Changes apply when you publish.',
    byName: 'Show people',
    role: 'Role',
    person: 'Person',
    users_one: '{{count}} user',
    users_other: '{{count}} users',
    can: { see: 'See', create: 'Create', edit: 'Edit', manage: 'Manage' },
    layout: 'Layout',
    hidden: 'Hidden fields',
    locked: 'Read-only fields',
    yes: 'Yes',
    no: 'No',
  },
} as const
