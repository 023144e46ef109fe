/** English texts of choosing with whom something is shared. */
export const sharingEn = {
  chosen: 'Only those chosen here',
  add: 'Add a role, group or person',
  level: 'What {{name}} may do',
  roles: 'Roles',
  groups: 'Groups',
  users: 'People',
  role: 'Role',
  group: 'Group',
  user: 'Person',
  unknown: 'Somebody who is no longer there',
  remove: 'Remove {{name}}',
  failed: 'Names could not be loaded',
} as const
