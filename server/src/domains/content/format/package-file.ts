import { ContentKind } from '@caseloom/contract/content/content-kinds'
import {
  ContentKey,
  MAX_PACKAGE_ITEMS,
  PackageKey,
  PackageNeeds,
  PackageVersion,
} from '@caseloom/contract/content/packages'
import { Label } from '@caseloom/contract/field-types/common-settings'
import { JsonObject } from '@caseloom/contract/kernel/json'
import type { Need, Permission } from '@caseloom/contract/kernel/permissions'
import { z } from 'zod'

/** What a manifest says that it is; a later form gets another number and a way up from this one. */
export const PACKAGE_FORMAT = 'caseloom.package/1'
export const MANIFEST = 'package.yaml'

/** What was limited to someone where the package comes from. The person who imports it begins as the only one. */
export const Limits = z.strictObject({
  sharing: z.literal(true).optional(),
  /** Fields that not everyone may read or write. */
  readers: z.array(ContentKey).optional(),
  writers: z.array(ContentKey).optional(),
})
export type Limits = z.infer<typeof Limits>

export const ManifestEntry = z.strictObject({
  kind: ContentKind,
  key: ContentKey,
  title: z.string().trim().min(1).max(100),
  file: z.string().max(200),
  /** SHA-256 of the file. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'Not a SHA-256 digest'),
  limits: Limits.optional(),
})
export type ManifestEntry = z.infer<typeof ManifestEntry>

const Names = z.array(z.string().min(1).max(320)).max(500).default([])

/** `package.yaml`: what the package is, and a line for each of its files. */
export const Manifest = z.strictObject({
  format: z.literal(PACKAGE_FORMAT),
  package: PackageKey,
  title: Label,
  version: PackageVersion,
  description: z.string().max(2_000).default(''),
  contents: z.array(ManifestEntry).min(1).max(MAX_PACKAGE_ITEMS),
  needs: z
    .strictObject({ connectors: Names, assets: Names, roles: Names, groups: Names })
    .default({ connectors: [], assets: [], roles: [], groups: [] }),
})
export type Manifest = z.infer<typeof Manifest>

/** One thing in a package. */
export const PackageItem = z.object({
  kind: ContentKind,
  key: ContentKey,
  title: z.string(),
  limits: Limits,
  document: JsonObject,
})
export type PackageItem = z.infer<typeof PackageItem>

/** A package as it was read, or is about to be written. */
export const PackageContent = z.object({
  package: PackageKey,
  title: Label,
  version: PackageVersion,
  description: z.string(),
  needs: PackageNeeds,
  items: z.array(PackageItem),
})
export type PackageContent = z.infer<typeof PackageContent>

const FOLDERS: Readonly<Record<ContentKind, string>> = {
  app: 'apps',
  applet: 'applets',
  table: 'tables',
  playbook: 'playbooks',
  report: 'reports',
  dashboard: 'dashboards',
  workspace: 'workspaces',
  homepage: 'homepages',
}

const PERMISSIONS: Readonly<Record<ContentKind, { read: Need; build: Permission }>> = {
  app: { read: 'app:read', build: 'app:build' },
  applet: { read: 'app:read', build: 'app:build' },
  table: { read: 'playbook:read', build: 'playbook:build' },
  playbook: { read: 'playbook:read', build: 'playbook:build' },
  report: { read: 'report:read', build: 'report:build' },
  dashboard: { read: 'dashboard:read', build: 'dashboard:build' },
  workspace: { read: 'workspace:read', build: 'workspace:manage' },
  homepage: { read: 'tenant', build: 'workspace:manage' },
}

/** What it takes to build things of a kind. */
export function buildPermission(kind: ContentKind): Permission {
  return PERMISSIONS[kind].build
}

/** What it takes to read things of a kind. */
export function readPermission(kind: ContentKind): Need {
  return PERMISSIONS[kind].read
}

/** Where an item lies in its package. */
export function fileOf({ kind, key }: Pick<PackageItem, 'kind' | 'key'>): string {
  return `${FOLDERS[kind]}/${key}.yaml`
}

/** What names an item within its package. */
export function nameOf({ kind, key }: Pick<PackageItem, 'kind' | 'key'>): string {
  return `${kind}/${key}`
}
