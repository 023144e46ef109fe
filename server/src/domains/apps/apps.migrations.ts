import { backfillMigrations } from './tables/backfill.store.ts'
import type { Migration } from '../../platform/database/types.ts'

/** Definitions of apps, every revision of them, and the digest behind unique fields. */
export const appsMigrations: Migration[] = [
  {
    name: '0410-apps-definitions',
    async up(tx) {
      await tx.query(`
        create table caseloom.app (
          id uuid primary key,
          tenant_id uuid not null,
          key text not null,
          acronym text not null,
          definition jsonb not null,
          revision int not null,
          created_at timestamptz not null,
          updated_at timestamptz not null,
          constraint app_key unique (tenant_id, key),
          constraint app_acronym unique (tenant_id, acronym)
        );
        create table caseloom.app_revision (
          tenant_id uuid not null,
          app_id uuid not null,
          revision int not null,
          definition jsonb not null,
          at timestamptz not null,
          actor jsonb not null,
          primary key (app_id, revision)
        )`)
      await tx.tenantTable('app')
      await tx.tenantTable('app_revision')
      // A value over 2.7 kB breaks a btree: unique fields index this digest. convert_to is only "stable" by name;
      // the encoding of a database never changes.
      await tx.query(`
        create function caseloom.text_digest(value text) returns bytea
          language sql immutable strict parallel safe
          as $$ select sha256(convert_to(value, 'UTF8')) $$`)
    },
  },
  {
    name: '0420-apps-structure',
    async up(tx) {
      // Which shape of tables a version of this program last gave the app.
      await tx.query('alter table caseloom.app add column structure int not null default 0')
    },
  },
  ...backfillMigrations,
  {
    name: '0551-apps-deletion',
    async up(tx) {
      // A deleted app keeps its key and acronym until it is permanently deleted, so that it can come back.
      await tx.query(`
        alter table caseloom.app add column deleted_at timestamptz, add column deleted_by jsonb,
          -- Whose tenant it is; known of deleted apps only.
          add column account_id uuid;
        create index app_deleted on caseloom.app (deleted_at) where deleted_at is not null`)
    },
  },
  {
    name: '0890-apps-applets',
    async up(tx) {
      await tx.query(`
        create table caseloom.applet (
          id uuid primary key,
          tenant_id uuid not null,
          key text not null,
          definition jsonb not null,
          revision int not null,
          created_at timestamptz not null,
          updated_at timestamptz not null,
          updated_by jsonb not null,
          constraint applet_key unique (tenant_id, key)
        );
        create table caseloom.applet_revision (
          tenant_id uuid not null,
          applet_id uuid not null,
          revision int not null,
          definition jsonb not null,
          at timestamptz not null,
          actor jsonb not null,
          primary key (applet_id, revision)
        )`)
      await tx.tenantTable('applet')
      await tx.tenantTable('applet_revision')
    },
  },
  {
    name: '0905-apps-images',
    async up(tx) {
      await tx.query(`
        create table caseloom.app_image (
          tenant_id uuid not null,
          app_id uuid not null,
          -- The SHA-256 digest of the bytes.
          id text not null,
          media_type text not null,
          bytes bytea not null,
          created_at timestamptz not null,
          primary key (app_id, id)
        )`)
      await tx.tenantTable('app_image')
    },
  },
]
