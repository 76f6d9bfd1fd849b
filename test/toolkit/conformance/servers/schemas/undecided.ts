/** The second opinion has no opinion: what it is asked about is not among the things that it knows. */
export class Undecided extends Error {}
