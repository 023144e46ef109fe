import type { Migration } from '../../../platform/database/types.ts'

/** What sessions may see and change by how they were opened. */
export const sessionReachMigrations: Migration[] = [
  {
    name: '0250-identity-notification-accounts',
    async up(tx) {
      // Older notifications: the link names the account, or the person is in one only. The rest is the person's own.
      await tx.query(`
        alter table caseloom.notification add column account_id uuid;
        update caseloom.notification n
           set account_id = (substring(n.link from '^/account/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})'))::uuid
         where n.link like '/account/%';
        update caseloom.notification n set account_id = only_one.account_id
          from (select person_id, (array_agg(account_id))[1] as account_id from caseloom.user
                 group by person_id having count(*) = 1) only_one
         where n.account_id is null and only_one.person_id = n.person_id
           and n.kind not in ('signIn', 'securityChanged', 'licenseExpires')`)
    },
  },
  {
    name: '0251-identity-sign-in-devices',
    async up(tx) {
      // Browsers that someone signed in with: attempts by strangers never lock these. Tokens are stored as digests.
      await tx.query(`
        create table caseloom.sign_in_device (
          token_hash bytea not null,
          person_id uuid not null references caseloom.person on delete cascade,
          seen_at timestamptz not null,
          primary key (token_hash, person_id)
        );
        create index sign_in_device_seen on caseloom.sign_in_device (seen_at);
        create index sign_in_device_person on caseloom.sign_in_device (person_id);
        create table caseloom.sign_in_unlock (
          token_hash bytea primary key,
          person_id uuid not null references caseloom.person on delete cascade,
          expires_at timestamptz not null
        );
        create index sign_in_unlock_expires on caseloom.sign_in_unlock (expires_at);
        create index sign_in_unlock_person on caseloom.sign_in_unlock (person_id)`)
      await tx.systemTable('sign_in_device')
      await tx.systemTable('sign_in_unlock')
    },
  },
  {
    name: '0252-identity-factor-exemptions',
    async up(tx) {
      // `until` decides at every request; the row stays until its end is in the audit log.
      await tx.query(`
        create table caseloom.factor_exemption (
          user_id uuid primary key references caseloom.user on delete cascade,
          reason text not null,
          granted_by text not null,
          granted_at timestamptz not null,
          until timestamptz not null
        );
        create index factor_exemption_until on caseloom.factor_exemption (until)`)
      await tx.systemTable('factor_exemption')
    },
  },
  {
    name: '0253-identity-invited-names',
    async up(tx) {
      // What the inviter typed for a person who exists already; the account sees their own name once they accept.
      await tx.query('alter table caseloom.user add column invited_name text')
    },
  },
]
