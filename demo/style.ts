import { styleText } from 'node:util';

const inColour = process.stdout.isTTY && !process.env['NO_COLOR'];

export const bold = (text: string): string => (inColour ? styleText('bold', text) : text);
export const dim = (text: string): string => (inColour ? styleText('dim', text) : text);
