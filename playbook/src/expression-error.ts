export type ExpressionErrorCode =
  | 'expression.syntax'
  | 'expression.error'
  | 'expression.limit'
  /** An expression gives nothing where a value is required. */
  | 'step.missing_value'

/** A fault of an expression; `position` counts UTF-16 units from its start. */
export class ExpressionError extends Error {
  readonly code: ExpressionErrorCode
  position: number | undefined
  /** The expression, when it is one of many in a template. */
  source: string | undefined
  /** Its place in the template. */
  place: readonly (string | number)[] | undefined
  constructor(code: ExpressionErrorCode, message: string, position?: number) {
    super(message)
    this.name = 'ExpressionError'
    this.code = code
    this.position = position
  }
}
