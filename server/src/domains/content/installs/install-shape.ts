// Imports of packages: plan, apply, and undo as one durable job each.
import {
  InstallItem,
  InstallOutcome,
  InstallState,
  PackageKey,
  PackageVersion,
} from '@caseloom/contract/content/packages'
import { JsonObject } from '@caseloom/contract/kernel/json'
import { ActorRef } from '@caseloom/contract/records/records'
import { z } from 'zod'
import { PackageContent } from '../format/package-file.ts'

/** What is known of one item of an import. */
export const ItemProgress = InstallItem.omit({ id: true }).extend({
  /** Digest of its definition in the package. */
  hash: z.string(),
  /** Digest of what was there when the plan was made; null: nothing. */
  hashBefore: z.string().nullable(),
  /** What it became: its ID, revision, and digest. Null until it is applied. */
  made: z.object({ id: z.string(), revision: z.number(), hash: z.string() }).nullable(),
  /** The definition that was there, to be restored by the undo. */
  before: JsonObject.nullable(),
  /** A deleted app that was restored for it. */
  restored: z.boolean(),
})
export type ItemProgress = z.infer<typeof ItemProgress>

export const Install = z.object({
  tenantId: z.string(),
  id: z.string(),
  package: PackageKey,
  title: z.string(),
  version: PackageVersion,
  description: z.string(),
  sha256: z.string(),
  content: PackageContent,
  items: z.array(ItemProgress),
  state: InstallState,
  outcome: InstallOutcome.nullable(),
  starter: z.string(),
  starterRef: ActorRef,
  actor: z.string(),
  permissions: z.array(z.string()).nullable(),
  attempts: z.number(),
  createdAt: z.date(),
  endedAt: z.date().nullable(),
})
export type Install = z.infer<typeof Install>

/** What lists say of an import. */
export const InstallFacts = Install.pick({
  id: true,
  package: true,
  title: true,
  version: true,
  description: true,
  state: true,
  outcome: true,
  starter: true,
  starterRef: true,
  createdAt: true,
  endedAt: true,
}).extend({
  /** Of its items, each as `kind/key`. */
  names: z.array(z.string()),
})
export type InstallFacts = z.infer<typeof InstallFacts>

/** Days for which an import can be undone. */
export const UNDO_DAYS = 30
