import { appsMigrations } from './domains/apps/apps.migrations.ts'
import { contentMigrations } from './domains/content/content.migrations.ts'
import { assistantMigrations } from './domains/assistant/assistant.migrations.ts'
import { automationMigrations } from './domains/automation/automation.migrations.ts'
import { identityMigrations } from './domains/identity/identity.migrations.ts'
import { identityNoticesMigrations } from './domains/identity/notices/notices.migrations.ts'
import { sessionReachMigrations } from './domains/identity/sessions/session-reach.migrations.ts'
import { installerMigrations } from './domains/installer/installer.migrations.ts'
import { licensingMigrations } from './domains/licensing/licensing.migrations.ts'
import { feedMigrations } from './domains/records/feed/feed.migrations.ts'
import { jobsMigrations } from './domains/records/job-state/jobs.migrations.ts'
import { recordRightsMigrations } from './domains/records/permissions/permissions.migrations.ts'
import { caseMigrations } from './domains/records/case-fields/case.migrations.ts'
import { recordsMigrations } from './domains/records/records.migrations.ts'
import { reportingMigrations } from './domains/reporting/reporting.migrations.ts'
import { tenancyMigrations } from './domains/tenancy/tenancy.migrations.ts'
import { onCallMigrations } from './domains/tenancy/on-call/on-call.migrations.ts'
import { homeMigrations } from './domains/workspaces/home.migrations.ts'
import { homePagesMigrations } from './domains/workspaces/home-pages.migrations.ts'
import { workspacesMigrations } from './domains/workspaces/workspaces.migrations.ts'
import { auditMigrations } from './platform/audit/audit.migrations.ts'
import { platformMigrations } from './platform/foundation/platform.migrations.ts'
import type { Migration } from './platform/database/types.ts'
import { filesMigrations } from './platform/files/files.migrations.ts'
import { throttleMigrations } from './platform/http/throttle.migrations.ts'
import { hubsMigrations } from './platform/hubs/hubs.migrations.ts'
import { mailMigrations } from './platform/mail/mail.migrations.ts'
import { onceMigrations } from './platform/idempotency/once.migrations.ts'
import { presenceMigrations } from './platform/presence/presence.migrations.ts'
import { quotasMigrations } from './platform/quotas/quotas.migrations.ts'
import { secretsMigrations } from './platform/secrets/secrets.migrations.ts'

/** Every step of the schema; their names give the order. */
export const MIGRATIONS: readonly Migration[] = [
  ...platformMigrations,
  ...hubsMigrations,
  ...filesMigrations,
  ...secretsMigrations,
  ...presenceMigrations,
  ...throttleMigrations,
  ...auditMigrations,
  ...mailMigrations,
  ...onceMigrations,
  ...quotasMigrations,
  ...identityMigrations,
  ...tenancyMigrations,
  ...onCallMigrations,
  ...sessionReachMigrations,
  ...identityNoticesMigrations,
  ...licensingMigrations,
  ...appsMigrations,
  ...recordsMigrations,
  ...caseMigrations,
  ...recordRightsMigrations,
  ...jobsMigrations,
  ...feedMigrations,
  ...automationMigrations,
  ...reportingMigrations,
  ...workspacesMigrations,
  ...homeMigrations,
  ...homePagesMigrations,
  ...contentMigrations,
  ...assistantMigrations,
  ...installerMigrations,
]
