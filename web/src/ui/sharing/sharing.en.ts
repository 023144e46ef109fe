export const sharingEn = {
  chosen: 'Only selected people',
  add: 'Add a role, group, or person',
  level: 'Access for {{name}}',
  roles: 'Roles',
  groups: 'Groups',
  users: 'People',
  role: 'Role',
  group: 'Group',
  user: 'Person',
  unknown: 'Former user',
  remove: 'Remove {{name}}',
  failed: 'Couldn’t load names',
} as const
