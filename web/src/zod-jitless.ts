import { config } from 'zod'

// Before any schema is made: the CSP forbids code made from text, which the compiled parsers of Zod would be.
config({ jitless: true })
