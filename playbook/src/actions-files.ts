import { z } from 'zod'
import { type ActionSpec, AnyJson, objectSchema } from './action-spec.ts'

/** Bytes of one part of a file that a step reads. */
export const MAX_PART = 1_048_576
/** Characters that a step writes into one file. */
export const MAX_WRITTEN = 8_000_000
/** Files that a step packs into one archive. */
export const MAX_ZIPPED = 100
/** Rows of a file that a step makes, and cells of one that is a table. */
export const MAX_MADE_ROWS = 50_000
export const MAX_CELLS = 500_000
export const MAKE_FORMATS = ['csv', 'json', 'jsonl', 'xlsx'] as const
/** How content is written that a step reads as values. */
export const PARSE_FORMATS = ['csv', 'json', 'jsonl', 'xml', 'yaml', 'xlsx'] as const

const id = z.string().min(1).max(200)

/** A file: its ID, or the value that a mail, an attachment field, or an earlier step has for it. */
export const FileInput = z.union([id, z.looseObject({ id }), z.looseObject({ fileId: id })])
export type FileInput = z.infer<typeof FileInput>

/** The ID of a file that a step names. */
export function fileIdOf(file: FileInput): string {
  if (typeof file === 'string') return file
  return 'fileId' in file ? String(file.fileId) : String(file.id)
}

const Delimiter = z
  .string()
  .regex(/^(?:[^"\r\n]|tab)$/u, 'must be one character or “tab”')
  .optional()

/** A file that a step makes of rows. */
export const MakeInput = z.strictObject({
  name: z.string().min(1).max(500),
  rows: z
    .array(AnyJson)
    .max(MAX_MADE_ROWS)
    .describe('Objects with a member for each column, or lists of cells.'),
  format: z.enum(MAKE_FORMATS).optional().describe('By the ending of the name if you leave it empty.'),
  columns: z
    .array(z.string().min(1).max(300))
    .max(1_000)
    .optional()
    .describe('Of CSV and XLSX: the columns and their order. All members of the rows if you leave it empty.'),
  header: z
    .boolean()
    .optional()
    .describe('Of CSV and XLSX: whether the first row names the columns, which is the default.'),
  delimiter: Delimiter.describe('Of CSV: one character, or “tab”. A comma if you leave it empty.'),
})
export type MakeInput = z.infer<typeof MakeInput>

/** How a step reads content as values. */
export const ParseOptions = z.strictObject({
  format: z
    .enum(PARSE_FORMATS)
    .optional()
    .describe('Detected from the name and the content if you leave it empty.'),
  header: z
    .boolean()
    .optional()
    .describe('Of CSV and XLSX: the first row names the columns. Otherwise, each row is a list.'),
  delimiter: Delimiter.describe('Of CSV: one character, or “tab”. Detected if you leave it empty.'),
  encoding: z
    .enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'])
    .optional()
    .describe('Detected if you leave it empty.'),
  sheet: z
    .union([z.int().min(1), z.string().min(1).max(100)])
    .optional()
    .describe('Of XLSX: the name of a sheet, or its number. The first sheet if you leave it empty.'),
})
export type ParseOptions = z.infer<typeof ParseOptions>

const FILE_VALUE = {
  id: { type: 'string' },
  name: { type: 'string', examples: ['report.csv'] },
  mediaType: { type: 'string', examples: ['text/csv'] },
  size: { type: 'integer' },
  sha256: { type: 'string' },
}
const FILE = objectSchema(FILE_VALUE)
const UNPACKED = objectSchema({ ...FILE_VALUE, path: { type: 'string', examples: ['logs/report.csv'] } })

/** Actions that read and make files. */
export const fileActions: readonly ActionSpec[] = [
  {
    name: 'file.read',
    title: 'Read a file',
    description: 'Returns the content of a file, or a part of it, as text or Base64.',
    kind: 'effect',
    local: 'files',
    input: z.strictObject({
      file: FileInput,
      as: z.enum(['text', 'base64']).optional(),
      from: z.int().min(0).optional(),
      bytes: z.int().min(1).max(MAX_PART).optional(),
    }),
    required: ['file'],
    output: objectSchema({
      content: { type: 'string' },
      encoding: { type: 'string', examples: ['utf-8'] },
      size: { type: 'integer' },
      next: { type: ['integer', 'null'] },
    }),
  },
  {
    name: 'file.write',
    title: 'Write a file',
    description: 'Makes a file from text or Base64.',
    kind: 'effect',
    local: 'files',
    input: z.strictObject({
      name: z.string().min(1).max(500),
      text: z.string().max(MAX_WRITTEN).optional(),
      base64: z.string().max(MAX_WRITTEN).optional(),
    }),
    required: ['name'],
    output: FILE,
  },
  {
    name: 'file.make',
    title: 'Make a file from rows',
    description: 'Makes a CSV, JSON, JSON Lines, or XLSX file from a list of rows.',
    kind: 'effect',
    local: 'files',
    input: MakeInput,
    required: ['name'],
    output: FILE,
  },
  {
    name: 'file.parse',
    title: 'Parse a file',
    description: 'Reads CSV, JSON, JSON Lines, XML, YAML, or XLSX from a file or a text as values.',
    kind: 'effect',
    local: 'files',
    input: z.strictObject({
      file: FileInput.optional().meta({ shown: true }),
      text: z.string().max(MAX_WRITTEN).optional().meta({ shown: true }),
      ...ParseOptions.shape,
    }),
    output: objectSchema({
      value: {},
      format: { type: 'string', enum: [...PARSE_FORMATS] },
      columns: { type: 'array', items: { type: 'string' } },
      sheets: { type: 'array', items: { type: 'string' } },
    }),
  },
  {
    name: 'file.hash',
    title: 'Hash a file',
    description: 'Returns the MD5, SHA-1, and SHA-256 hashes of a file.',
    kind: 'effect',
    local: 'files',
    input: z.strictObject({ file: FileInput }),
    required: ['file'],
    output: objectSchema({
      md5: { type: 'string' },
      sha1: { type: 'string' },
      sha256: { type: 'string' },
      size: { type: 'integer' },
    }),
  },
  {
    name: 'file.zip',
    title: 'Zip files',
    description: 'Packs files into a ZIP archive.',
    kind: 'effect',
    local: 'files',
    input: z.strictObject({
      name: z.string().min(1).max(500),
      files: z.array(FileInput).min(1).max(MAX_ZIPPED),
    }),
    required: ['name', 'files'],
    output: FILE,
  },
  {
    name: 'file.unzip',
    title: 'Unzip a file',
    description: 'Unpacks the files of a ZIP archive.',
    kind: 'effect',
    local: 'files',
    input: z.strictObject({ file: FileInput }),
    required: ['file'],
    output: objectSchema({ files: { type: 'array', items: UNPACKED } }),
  },
]
