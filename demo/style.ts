import { styleText } from 'node:util';

const inColor = process.stdout.isTTY && !process.env['NO_COLOR'];

export const bold = (text: string): string => (inColor ? styleText('bold', text) : text);
export const dim = (text: string): string => (inColor ? styleText('dim', text) : text);
