import { z } from 'zod'

/** A UUID as the product writes it, bare and in lower case: the text of a pattern that is built around one. */
export const UUID_TEXT = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** GUIDs are accepted with optional braces and in any case, and stored in lower case without braces. */
export const GUID_PATTERN =
  /^\{?([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})\}?$/

/** Returns the bare lower-case form of a GUID, or null when the text is none (one brace alone is none). */
export function normalizeGuid(text: string): string | null {
  const match = GUID_PATTERN.exec(text)
  if (!match?.[1]) return null
  if (text.startsWith('{') !== text.endsWith('}')) return null
  return match[1].toLowerCase()
}

function guid<const Name extends string>() {
  return z
    .string()
    .transform((text, context) => {
      const bare = normalizeGuid(text)
      if (bare !== null) return bare
      context.issues.push({ code: 'invalid_format', format: 'guid', input: text, message: 'Not a GUID' })
      return z.NEVER
    })
    .brand<Name>()
    .meta({ jsonSchema: { type: 'string', format: 'uuid' } })
}

export const AccountId = guid<'AccountId'>()
export type AccountId = z.infer<typeof AccountId>
export const TenantId = guid<'TenantId'>()
export type TenantId = z.infer<typeof TenantId>
export const PersonId = guid<'PersonId'>()
export type PersonId = z.infer<typeof PersonId>
export const UserId = guid<'UserId'>()
export type UserId = z.infer<typeof UserId>
export const RoleId = guid<'RoleId'>()
export type RoleId = z.infer<typeof RoleId>
export const AppId = guid<'AppId'>()
export type AppId = z.infer<typeof AppId>
export const AppletId = guid<'AppletId'>()
export type AppletId = z.infer<typeof AppletId>
export const OnCallScheduleId = guid<'OnCallScheduleId'>()
export type OnCallScheduleId = z.infer<typeof OnCallScheduleId>
export const OnCallOverrideId = guid<'OnCallOverrideId'>()
export type OnCallOverrideId = z.infer<typeof OnCallOverrideId>
export const InstallId = guid<'InstallId'>()
export type InstallId = z.infer<typeof InstallId>
export const AssetId = guid<'AssetId'>()
export type AssetId = z.infer<typeof AssetId>
export const TableId = guid<'TableId'>()
export type TableId = z.infer<typeof TableId>
export const OccurrenceId = guid<'OccurrenceId'>()
export type OccurrenceId = z.infer<typeof OccurrenceId>
export const WarningListId = guid<'WarningListId'>()
export type WarningListId = z.infer<typeof WarningListId>
export const TableRowId = guid<'TableRowId'>()
export type TableRowId = z.infer<typeof TableRowId>
export const TableChangeId = guid<'TableChangeId'>()
export type TableChangeId = z.infer<typeof TableChangeId>
export const ApprovalId = guid<'ApprovalId'>()
export type ApprovalId = z.infer<typeof ApprovalId>
export const WaitId = guid<'WaitId'>()
export type WaitId = z.infer<typeof WaitId>
export const ConnectorId = guid<'ConnectorId'>()
export type ConnectorId = z.infer<typeof ConnectorId>
export const MessageId = guid<'MessageId'>()
export type MessageId = z.infer<typeof MessageId>
export const ChatComponentId = guid<'ChatComponentId'>()
export type ChatComponentId = z.infer<typeof ChatComponentId>
export const FeedbackId = guid<'FeedbackId'>()
export type FeedbackId = z.infer<typeof FeedbackId>
export const SentId = guid<'SentId'>()
export type SentId = z.infer<typeof SentId>
export const FieldId = guid<'FieldId'>()
export type FieldId = z.infer<typeof FieldId>
export const RecordId = guid<'RecordId'>()
export type RecordId = z.infer<typeof RecordId>
export const PlaybookId = guid<'PlaybookId'>()
export type PlaybookId = z.infer<typeof PlaybookId>
export const TriggerId = guid<'TriggerId'>()
export type TriggerId = z.infer<typeof TriggerId>
export const RunId = guid<'RunId'>()
export type RunId = z.infer<typeof RunId>
export const RepetitionId = guid<'RepetitionId'>()
export type RepetitionId = z.infer<typeof RepetitionId>
export const DeliveryId = guid<'DeliveryId'>()
export type DeliveryId = z.infer<typeof DeliveryId>
export const GroupId = guid<'GroupId'>()
export type GroupId = z.infer<typeof GroupId>
export const SessionId = guid<'SessionId'>()
export type SessionId = z.infer<typeof SessionId>
export const PasskeyId = guid<'PasskeyId'>()
export type PasskeyId = z.infer<typeof PasskeyId>
export const TokenId = guid<'TokenId'>()
export type TokenId = z.infer<typeof TokenId>
export const MailId = guid<'MailId'>()
export type MailId = z.infer<typeof MailId>
export const NotificationId = guid<'NotificationId'>()
export type NotificationId = z.infer<typeof NotificationId>
export const WorkspaceId = guid<'WorkspaceId'>()
export type WorkspaceId = z.infer<typeof WorkspaceId>
export const DashboardId = guid<'DashboardId'>()
export type DashboardId = z.infer<typeof DashboardId>
export const HomePageId = guid<'HomePageId'>()
export type HomePageId = z.infer<typeof HomePageId>
export const FileId = guid<'FileId'>()
export type FileId = z.infer<typeof FileId>
export const CommentId = guid<'CommentId'>()
export type CommentId = z.infer<typeof CommentId>
export const AttackEventId = guid<'AttackEventId'>()
export type AttackEventId = z.infer<typeof AttackEventId>
export const JobId = guid<'JobId'>()
export type JobId = z.infer<typeof JobId>
export const ReportId = guid<'ReportId'>()
export type ReportId = z.infer<typeof ReportId>

/** An instant in UTC as ISO 8601 with milliseconds, for example 2026-11-21T03:02:15.120Z. */
export const Instant = z.iso.datetime({ offset: true })
export type Instant = z.infer<typeof Instant>
