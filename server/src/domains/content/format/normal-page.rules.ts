import { HomePageFile } from '@caseloom/contract/workspaces/home-page-file'
import { ReportFile } from '@caseloom/contract/workspaces/report-file'
import { WorkspaceFile } from '@caseloom/contract/workspaces/workspace-file'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { plainJson } from './canonical.rules.ts'

/** Kinds whose files name everything by key, so that one schema says all of their form. */
const PAGE_FILES = { report: ReportFile, workspace: WorkspaceFile, homepage: HomePageFile } as const
export type PageKind = keyof typeof PAGE_FILES

export function isPageKind(kind: string): kind is PageKind {
  return kind in PAGE_FILES
}

/** The file with everything that it may leave out, as an export has it. */
export function normalPage(kind: PageKind, document: JsonObject): JsonObject {
  return plainJson(PAGE_FILES[kind].parse(document))
}
