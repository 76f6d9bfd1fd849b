/* c8 ignore start -- generated code; what it does is tested through the server that runs it */
/* Generated from spec/openapi.yaml (Plant Store 1.0.0) by `npm run generate`. Do not edit. */

// @ts-nocheck -- compiled by Ajv; each export is typed where it stands
import { type Validator, validation } from '../src/contract/index.js'

export const isPlant: Validator = validate1;
const schema1 = {"type":["object"],"required":["name"],"properties":{"name":{"type":["string"],"pattern":"^[^\\uD800-\\uDFFF]*$"},"tag":{"type":["string"],"pattern":"^[^\\uD800-\\uDFFF]*$"}}};
const func0 = Object.prototype.hasOwnProperty;
const pattern0 = new RegExp("^[^\\uD800-\\uDFFF]*$", "u");

function validate1(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate1.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.name === undefined) || (!(func0.call(data, "name")))) && (missing0 = "name")){
validate1.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.name !== undefined && func0.call(data, "name")){
let data0 = data.name;
const _errs1 = errors;
if(errors === _errs1){
if(typeof data0 === "string"){
if(!pattern0.test(data0)){
validate1.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/pattern",keyword:"pattern",params:{pattern: "^[^\\uD800-\\uDFFF]*$"},message:"must match pattern \""+"^[^\\uD800-\\uDFFF]*$"+"\""}];
return false;
}
}
else {
validate1.errors = [{instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: schema1.properties.name.type},message:"must be string"}];
return false;
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.tag !== undefined && func0.call(data, "tag")){
let data1 = data.tag;
const _errs3 = errors;
if(errors === _errs3){
if(typeof data1 === "string"){
if(!pattern0.test(data1)){
validate1.errors = [{instancePath:instancePath+"/tag",schemaPath:"#/properties/tag/pattern",keyword:"pattern",params:{pattern: "^[^\\uD800-\\uDFFF]*$"},message:"must match pattern \""+"^[^\\uD800-\\uDFFF]*$"+"\""}];
return false;
}
}
else {
validate1.errors = [{instancePath:instancePath+"/tag",schemaPath:"#/properties/tag/type",keyword:"type",params:{type: schema1.properties.tag.type},message:"must be string"}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
validate1.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: schema1.type},message:"must be object"}];
return false;
}
}
validate1.errors = vErrors;
return errors === 0;
}
validate1.evaluated = {"props":{"name":true,"tag":true},"dynamicProps":false,"dynamicItems":false};

export const isNewPlant: Validator = validate2;
const schema2 = {"allOf":[{"$ref":"#/$defs/Plant"},{"type":["object"],"required":["id"],"properties":{"id":{"jsonType":["int64"]}}}]};

function validate2(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate2.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
if(!(validate1(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate1.errors : vErrors.concat(validate1.errors);
errors = vErrors.length;
}
var valid0 = _errs0 === errors;
if(valid0){
const _errs1 = errors;
if(errors === _errs1){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.id === undefined) || (!(func0.call(data, "id")))) && (missing0 = "id")){
validate2.errors = [{instancePath,schemaPath:"#/allOf/1/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.id !== undefined && func0.call(data, "id")){
let data0 = data.id;
const value0 = typeof data0 == "function" ? data0() : data0;
if(!((typeof data0 == "bigint" ? value0 >= BigInt("-9223372036854775808") && value0 <= BigInt("9223372036854775807") : Number.isSafeInteger(data0)))){
validate2.errors = [{instancePath:instancePath+"/id",schemaPath:"#/allOf/1/properties/id/jsonType",keyword:"jsonType",params:{},message:"must be int64"}];
return false;
}
}
}
}
else {
validate2.errors = [{instancePath,schemaPath:"#/allOf/1/type",keyword:"type",params:{type: schema2.allOf[1].type},message:"must be object"}];
return false;
}
}
var valid0 = _errs1 === errors;
}
validate2.errors = vErrors;
return errors === 0;
}
validate2.evaluated = {"props":{"id":true,"name":true,"tag":true},"dynamicProps":false,"dynamicItems":false};

export const isError: Validator = validate4;
const schema3 = {"type":["object"],"required":["error","message"],"properties":{"error":{"allOf":[{"jsonType":["integer"]},{"minimum":-2147483648,"maximum":2147483647}]},"message":{"type":["string"]}}};

function validate4(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate4.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.error === undefined) || (!(func0.call(data, "error")))) && (missing0 = "error")) || (((data.message === undefined) || (!(func0.call(data, "message")))) && (missing0 = "message"))){
validate4.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.error !== undefined && func0.call(data, "error")){
let data0 = data.error;
const _errs1 = errors;
const _errs2 = errors;
if(!((typeof data0 == "bigint" || Number.isInteger(data0)))){
validate4.errors = [{instancePath:instancePath+"/error",schemaPath:"#/properties/error/allOf/0/jsonType",keyword:"jsonType",params:{},message:"must be integer"}];
return false;
}
var valid1 = _errs2 === errors;
if(valid1){
const _errs3 = errors;
const value1 = typeof data0 == "function" ? data0() : data0;
if((typeof value1 == "number" || typeof value1 == "bigint") && value1 > 2147483647){
validate4.errors = [{instancePath:instancePath+"/error",schemaPath:"#/properties/error/allOf/1/maximum",keyword:"maximum",params:{},message:"must be <= 2147483647"}];
return false;
}
else {
const value2 = typeof data0 == "function" ? data0() : data0;
if((typeof value2 == "number" || typeof value2 == "bigint") && value2 < -2147483648){
validate4.errors = [{instancePath:instancePath+"/error",schemaPath:"#/properties/error/allOf/1/minimum",keyword:"minimum",params:{},message:"must be >= -2147483648"}];
return false;
}
}
var valid1 = _errs3 === errors;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.message !== undefined && func0.call(data, "message")){
const _errs4 = errors;
if(typeof data.message !== "string"){
validate4.errors = [{instancePath:instancePath+"/message",schemaPath:"#/properties/message/type",keyword:"type",params:{type: schema3.properties.message.type},message:"must be string"}];
return false;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
validate4.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: schema3.type},message:"must be object"}];
return false;
}
}
validate4.errors = vErrors;
return errors === 0;
}
validate4.evaluated = {"props":{"error":true,"message":true},"dynamicProps":false,"dynamicItems":false};
