/** The names of the forms of a report. */
export const REPORT_FORMATS = ['text', 'tap', 'junit', 'json', 'html', 'sarif'] as const

/** The name of a form of a report. */
export type ReportFormat = (typeof REPORT_FORMATS)[number]
