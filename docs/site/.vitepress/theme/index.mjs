// The theme without fonts: pages use the fonts of the system and need no other files.
import './tables.css';

export { default } from 'vitepress/theme-without-fonts';
